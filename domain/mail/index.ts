import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { decideTemplate } from './editing.ts';
import { mailEvents } from './mail-events.ts';
import { decideQueueing } from './queueing.ts';
import { decideSender } from './senders.ts';
import { decideSettling } from './settling.ts';
import { evolveMail, initialMail } from './state.ts';
import { mailUndoFacts } from './undo-facts.ts';
import { mailUndo } from './undo.ts';

/** Mails to third parties, their templates and senders. */
export const mail = {
  events: mailEvents,
  decide: {
    QueueMails: decideQueueing,
    SettleMails: decideSettling,
    SetMailTemplate: decideTemplate,
    VerifyMailSender: decideSender,
  },
  evolve: [on(mailEvents, (file: CompanyFileState, event) => ({ ...file, mail: evolveMail(file.mail, event) }))],
  slices: { mail: plainSlice(initialMail) },
  undo: mailUndo,
  undoFacts: mailUndoFacts,
} satisfies Subject<CompanyFileState, CompanyFile>;
