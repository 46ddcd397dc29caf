import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../../domain/language.ts';
import { catalogue, isMessageKey } from './catalogue.ts';
import { formatLongDate, formatLocalAmount } from './format-values.ts';

export type MessageParams = Readonly<Record<string, string | number>>;

type Elements = ReturnType<IntlMessageFormat['getAst']>;

interface Compiled {
  readonly message: IntlMessageFormat;
  /** Parameters that the message declares as amounts or dates; they are formatted for the language. */
  readonly amounts: readonly string[];
  readonly dates: readonly string[];
}

/** Compiled messages by language and key; the catalogue bounds its size. */
const compiled = new Map<string, Compiled>();

/**
 * Returns the message of a key. An unknown key still yields a sentence, which names the key. Messages declare amounts as
 * `{total, number, amount}` and dates as `{date, date, long}`.
 */
export function translate(key: string, language: Language, params: MessageParams = {}): string {
  if (!isMessageKey(key)) return translate('refused', language, { code: key });
  const source = catalogue[key][language];
  if (!source.includes('{')) return source;
  const id = `${language}:${key}`;
  let known = compiled.get(id);
  if (known === undefined) compiled.set(id, (known = compileMessage(source, language)));
  const written = withFormattedParams(params, known, language);
  try {
    return String(known.message.format(written));
  } catch {
    // A missing parameter must not turn a refusal into an internal error.
    return source.replace(/\{(\w+)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, (_, name: string) => String(written[name] ?? name));
  }
}

/** Element types of a message, as numbered by the parser. */
const ARGUMENT = 1;
const NUMBER = 2;
const DATE = 3;

function compileMessage(source: string, language: Language): Compiled {
  const amounts: string[] = [];
  const dates: string[] = [];
  const elements = new IntlMessageFormat(source, language, undefined, { ignoreTag: true }).getAst();
  const plain = replaceFormattedArguments(elements, amounts, dates);
  return { message: new IntlMessageFormat(plain, language), amounts, dates };
}

interface Element {
  readonly type: number;
  readonly value: string;
  readonly style?: unknown;
  readonly options?: Readonly<Record<string, { readonly value: Elements }>>;
}

/** The same message with plain parameters in place of the amounts and dates that we format ourselves. */
function replaceFormattedArguments(elements: Elements, amounts: string[], dates: string[]): Elements {
  return (elements as readonly Element[]).map((element) => {
    const { type, value, style, options } = element;
    if (options !== undefined) {
      const plain = Object.entries(options).map(([name, option]) => [
        name,
        { ...option, value: replaceFormattedArguments(option.value, amounts, dates) },
      ]);
      return { ...element, options: Object.fromEntries(plain) as typeof options };
    }
    const isAmount = type === NUMBER && style === 'amount';
    if (!isAmount && type !== DATE) return element;
    (isAmount ? amounts : dates).push(value);
    return { type: ARGUMENT, value };
  });
}

function withFormattedParams(params: MessageParams, { amounts, dates }: Compiled, language: Language): MessageParams {
  if (amounts.length === 0 && dates.length === 0) return params;
  const written: Record<string, string | number> = { ...params };
  for (const name of amounts)
    if (params[name] !== undefined) written[name] = formatLocalAmount(String(params[name]), language);
  for (const name of dates)
    if (params[name] !== undefined) written[name] = formatLongDate(String(params[name]), language);
  return written;
}
