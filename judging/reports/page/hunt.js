// Inputs and outputs beside each other.
WIDGETS.texts = ({ shown }) =>
  texts(shown.map(([title, text]) => [capital(title), text]));

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
