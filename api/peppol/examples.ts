import { createSalesDocument } from '../documents/examples.ts';
import type { Scene } from '../http/routing/example.ts';

/** Example requests of a company file that is registered in the network. */

const REGISTER = 'POST /v1/companies/{company}/peppol';
const ASK = 'POST /v1/companies/{company}/peppol/transfer';
const CHANGE = 'PATCH /v1/companies/{company}';

/** Registers the company file once for all requests. */
export async function useRegisteredCompany({ once, after }: Scene) {
  await once('peppol', () => after(REGISTER));
  return {};
}

/** For requests that end the registration. */
export async function registerOtherCompany({ otherCompany, after }: Scene) {
  const company = await otherCompany();
  await after(REGISTER, { company });
  return { company };
}

/** A company file whose number another one holds in the network. */
export async function useTakenNumber({ once, after, otherCompany, company: { enterpriseNumber } }: Scene) {
  await once('peppol', () => after(REGISTER));
  const company = await otherCompany();
  await after(CHANGE, { company, body: { enterprise_number: enterpriseNumber } });
  return { company, body: { participant_id: null } };
}

/** The holder of a number, and the request of another company file for it. */
export async function askForNumber(scene: Scene) {
  const { after, otherCompany } = scene;
  const company = await otherCompany();
  await after(REGISTER, { company });
  const asking = await otherCompany();
  await after(CHANGE, { company: asking, body: { enterprise_number: company.enterpriseNumber } });
  const { answer } = await after(ASK, { company: asking, body: {} });
  return { company, params: { id: answer['id'] } };
}

/** A document sold to a participant: the company file itself, which is registered in the network. */
export async function prepareDocumentToSend(scene: Scene) {
  await useRegisteredCompany(scene);
  return createSalesDocument(scene);
}

export async function sendExampleMessage(scene: Scene) {
  const { answer } = await scene.after('POST /v1/companies/{company}/documents/{id}/send');
  return { params: { id: (answer['message'] as { id: number }).id } };
}
