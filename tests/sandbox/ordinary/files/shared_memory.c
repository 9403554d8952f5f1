/* shm_open and a named semaphore of POSIX: files in /dev/shm.
 *
 * expect: AC
 * differs: landlock: RTE: own-box
 * why: /dev/shm is not the box (EACCES)
 */
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int file = shm_open("/numbers", O_CREAT | O_RDWR, 0600);
    if (file < 0) return perror("shm_open"), 1;
    if (ftruncate(file, 4096)) return perror("ftruncate"), 2;
    int *sum = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (sum == MAP_FAILED) return perror("mmap"), 3;
    sem_t *done = sem_open("/done", O_CREAT, 0600, 0);
    if (done == SEM_FAILED) return perror("sem_open"), 4;
    if (fork() == 0) {
        int n, value;
        scanf("%d", &n);
        while (n-- > 0 && scanf("%d", &value) == 1) *sum += value;
        sem_post(done);
        _exit(0);
    }
    sem_wait(done);
    wait(NULL);
    shm_unlink("/numbers");
    sem_unlink("/done");
    printf("%d\n", *sum);
}
