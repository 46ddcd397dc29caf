import { preferred } from '../support/words.ts';
import { checkPack, isGood, type PackBalance, type PackHead, type PackResult } from './check.ts';
import { sentences } from './sentences.ts';

/**
 * The verifier of an audit pack, which needs nobody: opened in a browser it asks for the files of the pack, and
 * `node verify.html` reads those beside it. It comes as one file that is both a page and a script.
 */

interface Content {
  text(): Promise<string>;
  pieces(): AsyncIterable<string>;
}

async function verified(files: ReadonlyMap<string, Content>): Promise<PackResult | null> {
  const events = files.get('events.ndjson');
  if (!events) return null;
  const read = async <Value>(name: string): Promise<Value | null> => {
    const file = files.get(name);
    return file ? (JSON.parse(await file.text()) as Value) : null;
  };
  return checkPack(events.pieces(), await read<PackHead>('head.json'), await read<PackBalance>('trial-balance.json'));
}

async function inNode(): Promise<void> {
  const { createReadStream, existsSync, readFileSync } = process.getBuiltinModule('node:fs');
  const { dirname, join } = process.getBuiltinModule('node:path');
  const folder = process.argv[2] ?? dirname(process.argv[1]!);
  const say = sentences(preferred([process.env['LANG'] ?? 'en']));
  const names = ['events.ndjson', 'head.json', 'trial-balance.json'].filter((name) => existsSync(join(folder, name)));
  const files = new Map(
    names.map((name): [string, Content] => [
      name,
      {
        text: () => Promise.resolve(readFileSync(join(folder, name), 'utf8')),
        pieces: () => createReadStream(join(folder, name), 'utf8') as AsyncIterable<string>,
      },
    ]),
  );
  const result = await verified(files);
  process.stdout.write(`${result ? say.result(result) : say.help}\n`);
  process.exitCode = result && isGood(result) ? 0 : 1;
}

function inBrowser(): void {
  const say = sentences(preferred(navigator.languages));
  const element = (id: string): HTMLElement => document.getElementById(id)!;
  element('help').textContent = say.help;
  element('choose').textContent = say.choose;
  const input = element('files') as HTMLInputElement;
  const output = element('result');
  input.addEventListener('change', () => {
    output.textContent = '…';
    const files = new Map(
      [...(input.files ?? [])].map((file): [string, Content] => [
        file.name,
        { text: () => file.text(), pieces: () => piecesOf(file) },
      ]),
    );
    verified(files).then(
      (result) => (output.textContent = result ? say.result(result) : say.help),
      (error: unknown) => (output.textContent = String(error)),
    );
  });
}

async function* piecesOf(file: File): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    yield decoder.decode(value, { stream: true });
  }
  yield decoder.decode();
}

if (typeof document === 'undefined') void inNode();
else inBrowser();
