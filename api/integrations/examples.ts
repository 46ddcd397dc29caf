import type { Scene } from '../http/routing/example.ts';

/** Example requests for a company file that is connected to a mailbox. */

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

/** Parameters of an integration that no example request removes. */
export async function useLastingIntegration({ once, after }: Scene) {
  const { answer } = await once('integration', () => after(CONNECT));
  return { params: { id: answer.id } };
}

export async function useFreshIntegration({ after }: Scene) {
  const { answer } = await after(CONNECT);
  return { params: { id: answer.id } };
}
