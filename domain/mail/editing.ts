import type { CompanyFile } from '../company-file-state.ts';
import type { Language } from '../language.ts';
import { sameJson } from '../json.ts';
import { conflict } from '../records/records.ts';
import { invalid, type Decision } from '../refusal.ts';
import { LONGEST_BODY, LONGEST_SUBJECT, templateKey, textProblems, type MailText } from './templates.ts';
import type { TemplateKind } from './kinds.ts';
import type { MailEvent } from './mail-events.ts';

/** The words of a kind of mail in one language; null: those that every file starts with. */
export interface SetMailTemplate {
  readonly type: 'SetMailTemplate';
  /** Taken where there was none yet. */
  readonly newId: number;
  readonly kind: TemplateKind;
  readonly language: Language;
  readonly text: MailText | null;
  readonly baseVersion: number | null;
}

export function decideTemplate(command: SetMailTemplate, { mail }: CompanyFile): Decision<MailEvent> {
  const { newId, kind, language, text, baseVersion } = command;
  const known = mail.templates[templateKey(kind, language)];
  const version = known?.version ?? 0;
  if (baseVersion !== null && baseVersion !== version) return conflict(version);
  const before = known?.text ?? null;
  if (sameJson(text && { ...text }, before)) return [];
  const place = { id: known?.id ?? newId, version: version + 1, kind, language };
  if (text === null) return [{ type: 'MailTemplateReset', data: { ...place, previous: before! } }];
  const problems = [...textProblems(kind, text), ...lengthProblems(text)];
  if (problems.length > 0) return invalid(problems);
  const { subject, body } = text;
  return [
    { type: 'MailTemplateSet', data: { ...place, text: { subject, body }, ...(before && { previous: before }) } },
  ];
}

function lengthProblems({ subject, body }: MailText) {
  const tooLong = (field: string, max: number) => ({ code: 'text_too_long', field, params: { max } });
  return [
    ...(subject.length > LONGEST_SUBJECT ? [tooLong('subject', LONGEST_SUBJECT)] : []),
    ...(body.length > LONGEST_BODY ? [tooLong('body', LONGEST_BODY)] : []),
  ];
}
