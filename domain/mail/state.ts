import type { DataOfEvent } from '../event.ts';
import type { mailEvents, MailEvent } from './mail-events.ts';
import type { SenderStates } from './senders.ts';

/** The state holds only templates and senders. Mails are too many: they are read when a decision needs them. */
export type MailState = {
  /** By kind and language. Reset templates stay, because their version continues. */
  readonly templates: Readonly<Record<string, TemplateState>>;
  readonly senders: SenderStates;
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

export const initialMail: MailState = { templates: {}, senders: {} };

export function evolveMail(state: MailState, event: MailEvent): MailState {
  switch (event.type) {
    case 'MailTemplateSet':
      return withTemplate(state, event.data, event.data.text);
    case 'MailTemplateReset':
      return withTemplate(state, event.data, null);
    case 'MailSenderVerified':
      return withSender(state, event.data, true);
    case 'MailSenderRemoved':
      return withSender(state, event.data, false);
    default:
      return state;
  }
}

function withTemplate(
  state: MailState,
  { id, version, kind, language }: DataOfEvent<typeof mailEvents, 'MailTemplateSet' | 'MailTemplateReset'>,
  text: TemplateState['text'],
): MailState {
  return { ...state, templates: { ...state.templates, [`${kind}/${language}`]: { id, version, text } } };
}

function withSender(
  state: MailState,
  { id, version, kind, name }: DataOfEvent<typeof mailEvents, 'MailSenderVerified' | 'MailSenderRemoved'>,
  isVerified: boolean,
): MailState {
  return { ...state, senders: { ...state.senders, [name]: { id, version, kind, is_verified: isVerified } } };
}
