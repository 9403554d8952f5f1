// Inputs and outputs beside each other.
WIDGETS.texts = ({ title, shown }) => [
  el("h3", {}, title),
  texts(shown.map(([name, text]) => [capital(name), text])),
];

// The input of a find before it was shrunk.
WIDGETS.first_input = ({ text, bytes }) =>
  text
    ? el(
        "details.note",
        {},
        el("summary", {}, "The input before it was shrunk"),
        block("First input", text, counted(bytes, "byte")),
      )
    : "";
