import { generateKeyPairSync } from 'node:crypto';
import { createLicenceId, formatPublicKey, signLicence } from '../commands/licence/key.ts';
import { startSignedIn, type SignedInService } from './service.ts';
import type { Stage } from './stage.ts';

/** The service with a firm whose licence allows as many company files as a measurement opens. */
export async function startUnlimited(stage: Stage, databaseUrl: string): Promise<SignedInService> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const service = await startSignedIn(stage, databaseUrl, { LICENCE_PUBLIC_KEY: formatPublicKey(publicKey) });
  const [firm] = await service.call<{ public_token: string }[]>('GET', '/v1/firms');
  const terms = {
    id: createLicenceId(),
    plan: 'unlimited',
    firm: null,
    users: null,
    companies: null,
    valid_from: '2020-01-01',
    valid_until: null,
    issued_at: '2020-01-01T00:00:00.000Z',
  } as const;
  await service.call('POST', `/v1/firms/${firm!.public_token}/licence`, { key: signLicence(terms, privateKey) });
  return service;
}
