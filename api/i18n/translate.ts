import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../../domain/language.ts';
import { catalogue, isMessageKey } from './catalogue.ts';
import { spokenDate, writtenAmount } from './format-values.ts';

export type MessageParams = Readonly<Record<string, string | number>>;

type Elements = ReturnType<IntlMessageFormat['getAst']>;

interface Compiled {
  readonly message: IntlMessageFormat;
  /** Parameters that the message declares as amounts or dates, which are written as the language writes them. */
  readonly amounts: readonly string[];
  readonly dates: readonly string[];
}

/** Compiled messages by language and key; the catalogue bounds its size. */
const compiled = new Map<string, Compiled>();

/**
 * The message of a key. A key that the catalogue does not know still gives a sentence, which names it.
 * Amounts are declared in messages as `{total, number, amount}` and dates as `{date, date, long}`.
 */
export function translate(key: string, language: Language, params: MessageParams = {}): string {
  if (!isMessageKey(key)) return translate('refused', language, { code: key });
  const source = catalogue[key][language];
  if (!source.includes('{')) return source;
  const id = `${language}:${key}`;
  let known = compiled.get(id);
  if (known === undefined) compiled.set(id, (known = compile(source, language)));
  const written = withWritten(params, known, language);
  try {
    return String(known.message.format(written));
  } catch {
    // A parameter that the caller forgot must not turn a refusal into an internal error.
    return source.replace(/\{(\w+)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, (_, name: string) => String(written[name] ?? name));
  }
}

/** Kinds of the parts of a message, as the parser numbers them. */
const ARGUMENT = 1;
const NUMBER = 2;
const DATE = 3;

function compile(source: string, language: Language): Compiled {
  const amounts: string[] = [];
  const dates: string[] = [];
  const elements = new IntlMessageFormat(source, language, undefined, { ignoreTag: true }).getAst();
  const plain = withoutWritten(elements, amounts, dates);
  return { message: new IntlMessageFormat(plain, language), amounts, dates };
}

interface Element {
  readonly type: number;
  readonly value: string;
  readonly style?: unknown;
  readonly options?: Readonly<Record<string, { readonly value: Elements }>>;
}

/** The same message with plain parameters where we write amounts and dates ourselves. */
function withoutWritten(elements: Elements, amounts: string[], dates: string[]): Elements {
  return (elements as readonly Element[]).map((element) => {
    const { type, value, style, options } = element;
    if (options !== undefined) {
      const plain = Object.entries(options).map(([name, option]) => [
        name,
        { ...option, value: withoutWritten(option.value, amounts, dates) },
      ]);
      return { ...element, options: Object.fromEntries(plain) as typeof options };
    }
    const isAmount = type === NUMBER && style === 'amount';
    if (!isAmount && type !== DATE) return element;
    (isAmount ? amounts : dates).push(value);
    return { type: ARGUMENT, value };
  });
}

function withWritten(params: MessageParams, { amounts, dates }: Compiled, language: Language): MessageParams {
  if (amounts.length === 0 && dates.length === 0) return params;
  const written: Record<string, string | number> = { ...params };
  for (const name of amounts)
    if (params[name] !== undefined) written[name] = writtenAmount(String(params[name]), language);
  for (const name of dates) if (params[name] !== undefined) written[name] = spokenDate(String(params[name]), language);
  return written;
}
