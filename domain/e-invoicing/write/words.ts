/** Characters that the XML writer drops. A text made only of these would give an empty element, which is refused. */
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

/** Returns the trimmed text, or null if it is blank. */
export function trimToNull(text: string | null | undefined): string | null {
  const words = (text ?? '').replace(UNSEEN, '').trim();
  return words === '' ? null : words;
}

/** For mandatory elements: a dash replaces a blank text. */
export const trimOrDash = (text: string): string => trimToNull(text) ?? '-';
