// Lines as text that harms nobody who looks at it: broken UTF-8 becomes U+FFFD, controls become visible signs, and of what
// terminals understand at most the colours stay.
/* oxlint-disable no-control-regex -- controls are what it is about */

/** What a terminal takes as a command: with parameters, a title or link that ends with BEL or ST (the text stays if it never ends), or a single letter. */
const COMMANDS =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])(?:[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c))?|\u001b[ -/]*[0-~]?/g;
const COLOUR = /^\u001b\[[\d;:]*m$/;
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/;
const EACH_CONTROL = /[\u0000-\u0008\u000a-\u001a\u001c-\u001f\u007f-\u009f]/g;

/** Without colours, for searching and for files. */
export function plainText(bytes: Buffer): string {
  const text = decode(bytes);
  return CONTROLS.test(text) ? showControls(text.replace(COMMANDS, '')) : text;
}

/** With its colours, for a viewer that understands them; nothing else in it can move a cursor or set a title. */
export function viewerText(bytes: Buffer): string {
  const text = decode(bytes);
  if (!CONTROLS.test(text)) return text;
  return showControls(text.replace(COMMANDS, (command) => (COLOUR.test(command) ? command : '')));
}

/** The newline of Windows leaves its first half behind. */
function decode(bytes: Buffer): string {
  const end = bytes.at(-1) === 0x0d ? bytes.length - 1 : bytes.length;
  return bytes.toString('utf8', 0, end);
}

/** By the signs that Unicode has for them. ESC is left only where a colour begins. */
function showControls(text: string): string {
  return text.replace(EACH_CONTROL, (control) => {
    const code = control.charCodeAt(0);
    if (code === 0x7f) return '\u2421';
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });
}
