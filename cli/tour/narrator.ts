/** Narrates the tour: a sentence, the request, and the relevant part of the response. */
export interface Narrator {
  beginChapter(title: string, sentence: string): void;
  showRequest(method: string, path: string, body?: unknown): void;
  showResponse(status: number, shown: unknown): void;
  addRemark(sentence: string): void;
}

export function createNarrator(write: (text: string) => void, hasColours: boolean): Narrator {
  const createColour = (code: number) => (text: string) => (hasColours ? `\u001b[${code}m${text}\u001b[0m` : text);
  const [bold, faint, blue, green] = [createColour(1), createColour(2), createColour(36), createColour(32)];
  let number = 0;
  return {
    beginChapter(title, sentence) {
      number += 1;
      write(`\n${bold(`${number}. ${title}`)}\n   ${sentence}\n`);
    },
    showRequest(method, path, body) {
      write(`   ${blue(`→ ${method} ${path}`)}\n`);
      if (body !== undefined) write(indentText(body, faint));
    },
    showResponse(status, shown) {
      write(`   ${green(`← ${status}`)}\n${indentText(shown, faint)}`);
    },
    addRemark: (sentence) => write(`   ${sentence}\n`),
  };
}

/** Maximum length of JSON on a single line. */
const LINE = 100;

function formatJson(value: unknown): string {
  const short = JSON.stringify(value);
  return short.length <= LINE ? short : JSON.stringify(value, null, 2);
}

const indentText = (value: unknown, styled: (text: string) => string): string =>
  (typeof value === 'string' ? value : formatJson(value))
    .split('\n')
    .map((line) => `     ${styled(line)}\n`)
    .join('');
