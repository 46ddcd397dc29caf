import type { Language } from '../language.ts';
import type { Problem } from '../refusal.ts';
import { DEFAULT_TEMPLATES } from './default-templates.ts';
import { PLACEHOLDERS, type TemplateKind } from './kinds.ts';
import type { MailState } from './state.ts';

/** The text of a mail, with placeholders in braces. */
export interface MailText {
  readonly subject: string;
  readonly body: string;
}

export const LONGEST_SUBJECT = 250;
export const LONGEST_BODY = 20_000;

const IN_BRACES = /\{([^{}]*)\}/g;

/** Placeholders must be known, and braces must be paired. */
export function checkPlaceholders(
  kind: TemplateKind | 'free',
  text: Readonly<Partial<Record<keyof MailText, string>>>,
): readonly Problem[] {
  const known: readonly string[] = PLACEHOLDERS[kind];
  return (['subject', 'body'] as const).flatMap((field): readonly Problem[] => {
    const written = text[field] ?? '';
    const unknown = [...written.matchAll(IN_BRACES)].map(([, name]) => name!).find((name) => !known.includes(name));
    if (unknown !== undefined) {
      const name = unknown.slice(0, 40) || ' ';
      return [{ code: 'mail_placeholder_unknown', field, params: { name, known: known.join(', ') } }];
    }
    return /[{}]/.test(written.replace(IN_BRACES, '')) ? [{ code: 'mail_brace_alone', field }] : [];
  });
}

/** Omits unknown placeholders, and lines that would be empty without them. */
export function fillTemplate(template: string, values: Readonly<Record<string, string | null>>): string {
  return template
    .split('\n')
    .flatMap((line): readonly string[] => {
      let isEmptied = false;
      const written = line.replace(IN_BRACES, (_, name: string) => {
        const value = values[name] ?? null;
        if (value === null) isEmptied = true;
        return value ?? '';
      });
      return isEmptied && !/[\p{L}\p{N}]/u.test(written.replace(/^[^:]*:/, '')) ? [] : [written];
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

export const fillMailText = (text: MailText, values: Readonly<Record<string, string | null>>): MailText => ({
  subject: fillTemplate(text.subject, values).replace(/\s+/g, ' ').slice(0, LONGEST_SUBJECT),
  body: fillTemplate(text.body, values),
});

export const buildTemplateKey = (kind: TemplateKind, language: Language): string => `${kind}/${language}`;

/** The text of the company file, otherwise the default text. */
export function getMailTemplate({ templates }: MailState, kind: TemplateKind, language: Language): MailText {
  return templates[buildTemplateKey(kind, language)]?.text ?? DEFAULT_TEMPLATES[kind][language];
}
