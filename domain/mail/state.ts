import type { MailEvent } from './mail-events.ts';

/** What decisions need to know of mails: the templates. Mails themselves are read where they are decided on: there are many. */
export type MailState = {
  /** By kind and language; those that were set back stay, because their version goes on. */
  readonly templates: Readonly<Record<string, TemplateState>>;
};

export type TemplateState = {
  readonly id: number;
  readonly version: number;
  /** Null: what every file starts with. */
  readonly text: { readonly subject: string; readonly body: string } | null;
};

export const initialMail: MailState = { templates: {} };

export function evolveMail(state: MailState, event: MailEvent): MailState {
  if (event.type !== 'MailTemplateSet' && event.type !== 'MailTemplateReset') return state;
  const { id, version, kind, language } = event.data;
  const text = event.type === 'MailTemplateSet' ? event.data.text : null;
  return { ...state, templates: { ...state.templates, [`${kind}/${language}`]: { id, version, text } } };
}
