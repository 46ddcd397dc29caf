/** Style sheets and styles of a drawing: they may refer to parts of the drawing itself and to nothing else. */

const LOCAL_REFERENCE = /url\(\s*(["']?)#([\w.:-]+)\1\s*\)/gi;
/** What loads or runs something. Escapes hide words from whoever looks for them. */
const DANGEROUS = /\\|(?:url|image|image-set|src|expression)\s*\(|javascript:|-moz-binding|behaviou?r\s*:/i;

/** Ids that a style or an attribute refers to. */
export function localReferences(style: string): string[] {
  return [...style.matchAll(LOCAL_REFERENCE)].map(([, , id]) => id!);
}

/** Of a sheet without its comments: what looks like one may stand in a text, and the rules behind it count. */
export function isSafeStyleSheet(rules: string): boolean {
  // Rules with an at sign import sheets and fonts, or hide other rules.
  return !rules.includes('@') && isSafeStyle(rules);
}

/** The value of any attribute: few of them are styles, and in the others none of this has any business either. */
export function isSafeStyle(value: string): boolean {
  return !DANGEROUS.test(withoutLocalReferences(value));
}

const withoutLocalReferences = (style: string): string => style.replace(LOCAL_REFERENCE, '');

/** A comment without an end comments out the rest: that counts as written. */
export function withoutComments(sheet: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = sheet.indexOf('/*', from);
    const end = start < 0 ? -1 : sheet.indexOf('*/', start + 2);
    if (end < 0) return [...kept, sheet.slice(from)].join(' ');
    kept.push(sheet.slice(from, start));
    from = end + 2;
  }
}
