/** What base64 does not contain. Looked for, because a pattern that repeats over millions of characters exhausts the stack. */
const OTHER = /[^A-Za-z0-9+/]/;
const PADDING = '=';

/** Whether the text is base64 without white space. */
export function isDenseBase64(text: string): boolean {
  const padded = text.endsWith(`${PADDING}${PADDING}`) ? 2 : text.endsWith(PADDING) ? 1 : 0;
  return text.length % 4 === 0 && !OTHER.test(text.slice(0, text.length - padded));
}
