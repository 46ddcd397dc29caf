import type { Scene } from '../http/routing/example.ts';

/** Requests of a company file that is connected with a mailbox. */

export const fromMailbox = {
  host: 'imap.example.com',
  user: 'invoices@example.com',
  password: 'the password of the mailbox',
  folder: 'INBOX',
};

const CONNECT = 'POST /v1/companies/{company}/integrations';

export const newMailbox = {
  body: { key: 'imap_documents', name: 'Invoices by mail', settings: fromMailbox, schedule: 'hourly' as const },
};

/** One that no request takes away. */
export async function ofStanding({ once, after }: Scene) {
  const { answer } = await once('integration', () => after(CONNECT));
  return { params: { id: answer.id } };
}

export async function ofFresh({ after }: Scene) {
  const { answer } = await after(CONNECT);
  return { params: { id: answer.id } };
}
