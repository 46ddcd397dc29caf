import { createSalesDocument } from '../documents/examples.ts';
import type { Scene } from '../http/routing/example.ts';

/** Example requests of a company file that is registered in the network. */

const REGISTER = 'POST /v1/companies/{company}/peppol';

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

/** A document sold to a participant: the company file itself, which is registered in the network. */
export async function prepareDocumentToSend(scene: Scene) {
  await useRegisteredCompany(scene);
  return createSalesDocument(scene);
}

export async function sendExampleMessage(scene: Scene) {
  const { answer } = await scene.after('POST /v1/companies/{company}/documents/{id}/send');
  return { params: { id: (answer['message'] as { id: number }).id } };
}
