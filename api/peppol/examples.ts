import { soldDocument } from '../documents/examples.ts';
import type { Scene } from '../http/routing/example.ts';

/** Requests of a company file that is in the network. */

const REGISTER = 'POST /v1/companies/{company}/peppol';

/** Its company file is registered once for all requests. */
export async function ofRegistered({ once, after }: Scene) {
  await once('peppol', () => after(REGISTER));
  return {};
}

/** For what ends the registration. */
export async function registeredElsewhere({ otherCompany, after }: Scene) {
  const company = await otherCompany();
  await after(REGISTER, { company });
  return { company };
}

/** A document that was sold to a participant: the company file itself, which is in the network. */
export async function documentToSend(scene: Scene) {
  await ofRegistered(scene);
  return soldDocument(scene);
}

/** A message that was sent. */
export async function sentMessage(scene: Scene) {
  const { answer } = await scene.after('POST /v1/companies/{company}/documents/{id}/send');
  return { params: { id: (answer['message'] as { id: number }).id } };
}
