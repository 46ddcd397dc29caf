import de from '../../locales/de/mail-templates.json' with { type: 'json' };
import en from '../../locales/en/mail-templates.json' with { type: 'json' };
import fr from '../../locales/fr/mail-templates.json' with { type: 'json' };
import nl from '../../locales/nl/mail-templates.json' with { type: 'json' };
import type { Language } from '../language.ts';
import { TEMPLATE_KINDS, type TemplateKind } from './kinds.ts';

interface Template {
  readonly subject: string;
  readonly body: string;
}

/** In the locale files a body is a list of lines. A kind that is missing from one of the files does not compile. */
type TemplateTexts = Readonly<Record<TemplateKind, { readonly subject: string; readonly body: readonly string[] }>>;

/** The templates of a new company file. */
export const DEFAULT_TEMPLATES = Object.fromEntries(
  TEMPLATE_KINDS.map((kind) => [kind, combineTemplates({ fr, nl, en, de }, kind)]),
) as Readonly<Record<TemplateKind, Readonly<Record<Language, Template>>>>;

function combineTemplates(texts: Readonly<Record<Language, TemplateTexts>>, kind: TemplateKind) {
  return {
    fr: toTemplate(texts.fr[kind]),
    nl: toTemplate(texts.nl[kind]),
    en: toTemplate(texts.en[kind]),
    de: toTemplate(texts.de[kind]),
  };
}

function toTemplate({ subject, body }: TemplateTexts[TemplateKind]): Template {
  return { subject, body: body.join('\n') };
}
