# judge and the languages that TOOLCHAINS names. See docs/install.md.
#
#   docker build -t judge --build-arg TOOLCHAINS="g++ default-jdk-headless kotlin pypy3" .
#   docker run --rm -v "$PWD:/package" judge run

FROM debian:trixie-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev python3-pip python3-venv
COPY . /source
RUN python3 -m pip wheel --no-deps --wheel-dir /wheel /source

FROM debian:trixie-slim
# Debian's packages, each with the languages of `judge doctor` in mind; Python is there already.
ARG TOOLCHAINS="g++"
RUN apt-get update \
    && apt-get install -y --no-install-recommends git python3-venv $TOOLCHAINS \
    && rm -rf /var/lib/apt/lists/*
RUN --mount=type=bind,from=build,source=/wheel,target=/wheel \
    python3 -m venv /opt/judge \
    && /opt/judge/bin/pip install --no-cache-dir /wheel/*.whl \
    && ln -s /opt/judge/bin/judge /usr/local/bin/judge
# Whoever the container runs as (`docker run --user`) may write the cache; a volume keeps it.
ENV XDG_CACHE_HOME=/cache LANG=C.UTF-8
RUN mkdir -m 1777 /cache && useradd --create-home judge
USER judge
WORKDIR /package
ENTRYPOINT ["judge"]
CMD ["run"]
