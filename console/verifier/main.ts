import { pickLanguage } from '../support/words.ts';
import { checkPack, isValidPack, type PackBalance, type PackHead, type PackResult } from './check.ts';
import { createSentences } from './sentences.ts';

/**
 * The stand-alone verifier of an audit pack. Opened in a browser it asks for the files of the pack; `node verify.html`
 * reads the files beside it. It is a single file that is both a page and a script.
 */

interface Content {
  text(): Promise<string>;
  streamText(): AsyncIterable<string>;
}

async function verifyFiles(files: ReadonlyMap<string, Content>): Promise<PackResult | null> {
  const events = files.get('events.ndjson');
  if (!events) return null;
  const readJson = async <Value>(name: string): Promise<Value | null> => {
    const file = files.get(name);
    return file ? (JSON.parse(await file.text()) as Value) : null;
  };
  return checkPack(
    events.streamText(),
    await readJson<PackHead>('head.json'),
    await readJson<PackBalance>('trial-balance.json'),
  );
}

async function runInNode(): Promise<void> {
  const { createReadStream, existsSync, readFileSync } = process.getBuiltinModule('node:fs');
  const { dirname, join } = process.getBuiltinModule('node:path');
  const folder = process.argv[2] ?? dirname(process.argv[1]!);
  const say = createSentences(pickLanguage([process.env['LANG'] ?? 'en']));
  const names = ['events.ndjson', 'head.json', 'trial-balance.json'].filter((name) => existsSync(join(folder, name)));
  const files = new Map(
    names.map((name): [string, Content] => [
      name,
      {
        text: () => Promise.resolve(readFileSync(join(folder, name), 'utf8')),
        streamText: () => createReadStream(join(folder, name), 'utf8') as AsyncIterable<string>,
      },
    ]),
  );
  const result = await verifyFiles(files);
  process.stdout.write(`${result ? say.describeResult(result) : say.help}\n`);
  process.exitCode = result && isValidPack(result) ? 0 : 1;
}

function runInBrowser(): void {
  const say = createSentences(pickLanguage(navigator.languages));
  const getElement = (id: string): HTMLElement => document.getElementById(id)!;
  getElement('help').textContent = say.help;
  getElement('choose').textContent = say.choose;
  const input = getElement('files') as HTMLInputElement;
  const output = getElement('result');
  input.addEventListener('change', () => {
    output.textContent = '…';
    const files = new Map(
      [...(input.files ?? [])].map((file): [string, Content] => [
        file.name,
        { text: () => file.text(), streamText: () => decodeFile(file) },
      ]),
    );
    verifyFiles(files).then(
      (result) => (output.textContent = result ? say.describeResult(result) : say.help),
      (error: unknown) => (output.textContent = String(error)),
    );
  });
}

async function* decodeFile(file: File): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    yield decoder.decode(value, { stream: true });
  }
  yield decoder.decode();
}

if (typeof document === 'undefined') void runInNode();
else runInBrowser();
