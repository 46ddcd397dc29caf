/** Marks strings, comments, variables and keywords of the few languages of the guides. */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);

const STRINGS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/.source;

const WORDS: Readonly<Record<string, string>> = {
  ts: 'import|from|const|await|async|function|for|of|if|return|new|null|true|false|yield|throw|export|type',
  js: 'import|from|const|await|async|function|for|of|if|return|new|null|true|false|yield|throw|export',
  python: 'import|from|def|for|in|if|not|return|yield|try|except|while|pass|raise|True|False|None|class|print',
  sh: 'curl|echo|while|do|done|case|esac|export',
  json: 'true|false|null',
};
const COMMENTS: Readonly<Record<string, string>> = { ts: '//.*', js: '//.*', python: '#.*', sh: '(?<=^|\\s)#.*' };

/** Escaped, with a `<span>` around each of them. */
export function highlight(language: string, text: string): string {
  const words = WORDS[language];
  if (words === undefined) return escapeHtml(text);
  const parts = [
    `(?<string>${STRINGS})`,
    ...(COMMENTS[language] === undefined ? [] : [`(?<comment>${COMMENTS[language]})`]),
    `(?<word>\\b(?:${words})\\b)`,
  ];
  let [html, end] = ['', 0];
  for (const found of text.matchAll(new RegExp(parts.join('|'), 'gm'))) {
    const kind = Object.entries(found.groups ?? {}).find(([, value]) => value !== undefined)?.[0] ?? 'word';
    html += `${escapeHtml(text.slice(end, found.index))}<span class="${kind}">${escapeHtml(found[0])}</span>`;
    end = found.index + found[0].length;
  }
  return html + escapeHtml(text.slice(end));
}
