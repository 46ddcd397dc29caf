import { isLanguage, type Language } from '../../domain/language.ts';
import { translate } from '../i18n/translate.ts';
import type { MessageKey } from '../i18n/catalogue.ts';

/** Prompts that a person chooses by name; their texts are in the language of that person. */

interface Prompt {
  readonly name: string;
  readonly title: MessageKey;
  readonly text: MessageKey;
  readonly arguments: readonly { readonly name: string; readonly about: MessageKey; readonly required: boolean }[];
}

const company = { name: 'company', about: 'mcp_argument_company', required: true } as const;
const language = { name: 'language', about: 'mcp_argument_language', required: false } as const;

export const prompts: readonly Prompt[] = [
  {
    name: 'close_month',
    title: 'mcp_close_month_title',
    text: 'mcp_close_month',
    arguments: [company, { name: 'month', about: 'mcp_argument_month', required: true }, language],
  },
  {
    name: 'explain_vat_return',
    title: 'mcp_explain_vat_return_title',
    text: 'mcp_explain_vat_return',
    arguments: [company, { name: 'declaration', about: 'mcp_argument_declaration', required: true }, language],
  },
  {
    name: 'who_owes_us',
    title: 'mcp_who_owes_us_title',
    text: 'mcp_who_owes_us',
    arguments: [company, language],
  },
];

/** Values that fit into a sentence; anything longer is no argument but a text of its own. */
const PLAIN_VALUE = /^[\w-]{1,40}$/;

export const listPrompts = (spoken: Language) =>
  prompts.map(({ name, title, arguments: args }) => ({
    name,
    title: translate(title, spoken),
    description: translate(title, spoken),
    arguments: args.map(({ name: argument, about, required }) => ({
      name: argument,
      description: translate(about, spoken),
      required,
    })),
  }));

/** Name of the wrong argument instead of the prompt, if there is one; null for an unknown prompt. */
export function fillPrompt(
  name: string,
  given: Readonly<Record<string, string>>,
  spoken: Language,
): { readonly title: string; readonly text: string } | { readonly wrong: string } | null {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt === undefined) return null;
  const wrong = prompt.arguments.find(({ name: argument, required }) => {
    const value = given[argument];
    return value === undefined ? required : !PLAIN_VALUE.test(value);
  });
  if (wrong !== undefined) return { wrong: wrong.name };
  const { language: wished, ...values } = given;
  const chosen = isLanguage(wished) ? wished : spoken;
  return { title: translate(prompt.title, chosen), text: translate(prompt.text, chosen, values) };
}
