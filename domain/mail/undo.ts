import { blockUndo, toUndone, type UndoRules } from '../history/undo.ts';
import { isSameJson } from '../json.ts';
import { decideTemplate } from './editing.ts';
import type { mailEvents } from './mail-events.ts';
import { findSender } from './senders.ts';
import { buildTemplateKey } from './templates.ts';

const TEMPLATES = 'mail-templates';
const SENDERS = 'mail-senders';

/** A queued mail cannot be recalled: it may be on its way. Templates get their previous text back; senders are removed. */
export const mailUndo: UndoRules<typeof mailEvents> = {
  MailsQueued: { never: 'undo_mail', resource: 'mails' },
  ReminderLettersWritten: { never: 'undo_letter', resource: 'mails' },
  MailsSettled: { never: 'undo_mail', resource: 'mails' },
  MailTemplateSet: {
    role: 'manager',
    revert: ({ id, kind, language, text, previous }, { file }) => {
      const known = file.mail.templates[buildTemplateKey(kind, language)];
      if (!isSameJson(known?.text ?? null, text))
        return blockUndo('undo_changed_since', TEMPLATES, id, { field: 'body' });
      const command = { type: 'SetMailTemplate', newId: id, kind, language, text: previous ?? null } as const;
      return toUndone(decideTemplate({ ...command, baseVersion: null }, file), TEMPLATES, id);
    },
  },
  MailTemplateReset: {
    role: 'manager',
    revert: ({ id, kind, language, previous }, { file }) => {
      const known = file.mail.templates[buildTemplateKey(kind, language)];
      if (known?.text) return blockUndo('undo_changed_since', TEMPLATES, id, { field: 'body' });
      const command = { type: 'SetMailTemplate', newId: id, kind, language, text: previous } as const;
      return toUndone(decideTemplate({ ...command, baseVersion: null }, file), TEMPLATES, id);
    },
  },
  MailSenderVerified: {
    role: 'manager',
    revert: ({ id, version, kind, name }, { file }) => {
      const known = findSender(file.mail.senders, name);
      if (known?.version !== version) return blockUndo('undo_changed_since', SENDERS, id, { field: 'status' });
      return [{ type: 'MailSenderRemoved', data: { id, version: version + 1, kind, name } }];
    },
  },
  // Only a new proof verifies a sender again.
  MailSenderRemoved: { never: 'undo_mail_sender', resource: SENDERS },
};
