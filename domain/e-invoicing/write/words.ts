/** Characters that the writer of XML leaves out: a text of nothing else would become an empty element, which is refused. */
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

/** What a text says, or null when it says nothing. */
export function said(text: string | null | undefined): string | null {
  const words = (text ?? '').replace(UNSEEN, '').trim();
  return words === '' ? null : words;
}

/** For what must not be missing. */
export const needed = (text: string): string => said(text) ?? '-';
