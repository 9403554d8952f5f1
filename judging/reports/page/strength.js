// The matrix of wrong submissions and the tests that kill them.
WIDGETS.kills = ({ wrong, fewest, idle }, reader) => {
  const { run, open, submission } = reader;
  const submissions = wrong.map((path) => submission.get(path));
  const sets = {
    "": () => true,
    fewest: (t) => fewest.includes(t.name),
    idle: (t) => idle.includes(t.name),
    kills: (t) => !idle.includes(t.name),
  };
  const picture = matrix(run, open);
  const apply = (key) => {
    reader.shown = run.tests.filter(sets[key]);
    picture.show({
      submissions,
      tests: reader.shown,
      grouped: false,
      byFamily: true,
    });
  };
  apply("");
  const choices = [
    ["", "all"],
    ["fewest", "the fewest that keep every kill"],
    ["kills", "that kill some"],
    ["idle", "that kill nothing"],
  ];
  return [
    el("div.tools", {}, choice("Tests to show", choices, apply)),
    picture.node,
    legend(run),
  ];
};
