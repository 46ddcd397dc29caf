import type { MailEvent } from './mail-events.ts';

/** The state holds only the templates. Mails are too many: they are read when a decision needs them. */
export type MailState = {
  /** By kind and language. Reset templates stay, because their version continues. */
  readonly templates: Readonly<Record<string, TemplateState>>;
};

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly mail: MailState;
  }
}

export type TemplateState = {
  readonly id: number;
  readonly version: number;
  /** Null: the default text. */
  readonly text: { readonly subject: string; readonly body: string } | null;
};

export const initialMail: MailState = { templates: {} };

export function evolveMail(state: MailState, event: MailEvent): MailState {
  if (event.type !== 'MailTemplateSet' && event.type !== 'MailTemplateReset') return state;
  const { id, version, kind, language } = event.data;
  const text = event.type === 'MailTemplateSet' ? event.data.text : null;
  return { ...state, templates: { ...state.templates, [`${kind}/${language}`]: { id, version, text } } };
}
