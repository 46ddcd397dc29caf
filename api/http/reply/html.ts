import { createHash } from 'node:crypto';
import { LANGUAGES, type Language } from '../../../domain/language.ts';
import { TOKENS_CSS } from '../../../support/design/tokens.ts';

/** Pages opened from a link: plain HTML that works without script, in the style of the product. */

const STYLE = `${TOKENS_CSS}* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; padding: 7vh 1rem 2rem; background: var(--ground); color: var(--ink); font: 16px/1.5 var(--font) }
header { font-weight: 650; letter-spacing: .01em; font-size: 1.15rem; margin-bottom: 1.2rem }
header span { color: var(--accent) }
main { width: 100%; max-width: 27rem; background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius-card); padding: 1.8rem; box-shadow: 0 1px 3px rgb(0 0 0 / 6%) }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 .8rem; font-weight: 650 }
p { margin: 0 0 1rem; overflow-wrap: anywhere }
.soft { color: var(--quiet); font-size: .9rem }
label { display: block; font-weight: 550; margin: 0 0 .3rem }
input, select { width: 100%; font: inherit; color: inherit; background: transparent; padding: .6rem .7rem; border: 1px solid var(--edge); border-radius: var(--radius-control); margin: 0 0 1.1rem }
input:focus, select:focus, button:focus-visible, a:focus-visible { outline: var(--focus); outline-offset: 1px }
input[aria-invalid] { border-color: var(--bad) }
option { color: var(--ink); background: var(--paper) }
button { width: 100%; font: inherit; font-weight: 600; padding: .7rem 1rem; border: 0; border-radius: var(--radius-control); background: var(--accent); color: var(--on-accent); cursor: pointer }
button:hover { filter: brightness(1.15) }
.wrong { background: var(--bad-ground); color: var(--bad); border-radius: var(--radius-control); padding: .7rem .9rem; margin: 0 0 1.1rem }
.wrong p { margin: 0 }
form { margin: 0 0 1.1rem }
p:last-child { margin-bottom: 0 }
main a { color: var(--accent); font-weight: 600 }
.soft a { color: inherit; font-weight: inherit }
nav { margin-top: 1.2rem; font-size: .9rem; color: var(--quiet) }
nav a, nav b { margin: 0 .4rem; color: inherit }
nav b { color: var(--ink) }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** No scripts at all; forms are submitted to this service. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** HTML that is safe to insert into a page. */
export interface Html {
  readonly html: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

type Part = Html | string | number | null | readonly Html[];

/** Escapes the values of a template, except those that are already HTML. */
export function markup(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return {
    html: pieces.map((piece, index) => piece + (index < parts.length ? renderPart(parts[index]!) : '')).join(''),
  };
}

function renderPart(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return isList(part) ? part.map((one) => one.html).join('') : part.html;
}

const isList = (part: Html | readonly Html[]): part is readonly Html[] => Array.isArray(part);

const OWN_NAMES: Readonly<Record<Language, string>> = {
  fr: 'Français',
  nl: 'Nederlands',
  en: 'English',
  de: 'Deutsch',
};

export interface Document {
  readonly language: Language;
  readonly title: string;
  readonly content: Html;
  /** URL of the page in another language; absent if there is none. */
  readonly buildLanguageUrl?: (language: Language) => string;
}

export function renderDocument({ language, title, content, buildLanguageUrl }: Document): string {
  const languages = LANGUAGES.map((other) =>
    other === language
      ? markup`<b>${OWN_NAMES[other]}</b>`
      : markup`<a href="${buildLanguageUrl?.(other) ?? ''}" lang="${other}" hreflang="${other}">${OWN_NAMES[other]}</a>`,
  );
  return markup`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Grandlivre</title>
        <style>${{ html: STYLE }}</style>
      </head>
      <body>
        <header>Grand<span>livre</span></header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        ${buildLanguageUrl ? markup`<nav>${languages}</nav>` : null}
      </body>
    </html> `.html;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password';
  readonly autocomplete?: string;
  readonly value?: string;
  readonly isOptional?: boolean;
  readonly isWrong?: boolean;
  readonly inputmode?: 'numeric';
}

export function field({ name, label, type = 'text', autocomplete = 'off', ...rest }: Field): Html {
  const { value = '', isOptional = false, isWrong = false, inputmode } = rest;
  return markup`<label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      value="${value}"
      ${
        isOptional ? null : { html: ' required' }
      }${isWrong ? { html: ' aria-invalid="true"' } : null}${inputmode ? markup` inputmode="${inputmode}"` : null}
    /> `;
}

export const renderProblems = (messages: readonly string[]): Html | null =>
  messages.length === 0
    ? null
    : markup`<div class="wrong" role="alert">${messages.map((message) => markup`<p>${message}</p>`)}</div>`;
