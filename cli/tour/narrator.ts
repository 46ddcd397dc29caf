/** Tells what is done: a sentence, what is sent, and of what is received the part that matters. */
export interface Narrator {
  chapter(title: string, sentence: string): void;
  sent(method: string, path: string, body?: unknown): void;
  received(status: number, shown: unknown): void;
  remark(sentence: string): void;
}

export function narrator(write: (text: string) => void, hasColours: boolean): Narrator {
  const inColour = (code: number) => (text: string) => (hasColours ? `\u001b[${code}m${text}\u001b[0m` : text);
  const [bold, faint, blue, green] = [inColour(1), inColour(2), inColour(36), inColour(32)];
  let number = 0;
  return {
    chapter(title, sentence) {
      number += 1;
      write(`\n${bold(`${number}. ${title}`)}\n   ${sentence}\n`);
    },
    sent(method, path, body) {
      write(`   ${blue(`→ ${method} ${path}`)}\n`);
      if (body !== undefined) write(indented(body, faint));
    },
    received(status, shown) {
      write(`   ${green(`← ${status}`)}\n${indented(shown, faint)}`);
    },
    remark: (sentence) => write(`   ${sentence}\n`),
  };
}

/** What fits on a line stays on it. */
const LINE = 100;

function jsonOf(value: unknown): string {
  const short = JSON.stringify(value);
  return short.length <= LINE ? short : JSON.stringify(value, null, 2);
}

const indented = (value: unknown, styled: (text: string) => string): string =>
  (typeof value === 'string' ? value : jsonOf(value))
    .split('\n')
    .map((line) => `     ${styled(line)}\n`)
    .join('');
