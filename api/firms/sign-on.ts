import type { z } from 'zod';
import type { SignOnSettings } from '../../domain/firms/details-events.ts';
import { ANY_VALUE } from '../../domain/firms/sign-on.ts';
import { refuse, refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { listFirms } from '../../projections/firms/queries.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import type { SignOnChanges } from './bodies.ts';

/** Changes of a firm's single sign-on: only by its administrators, and never so that they lock themselves out. */

export const SIGN_ON_ERRORS = ['sso_provider_unknown', 'sso_too_open', 'sso_not_tried', 'role_too_low'];

type Request = Pick<RouteRequest, 'services' | 'caller' | 'firm'>;

/** The settings after the change; null ends single sign-on. */
export async function resolveSignOnChanges(
  request: Request,
  asked: z.output<typeof SignOnChanges> | null,
): Promise<SignOnSettings | null | Refusal> {
  const { services, caller, firm } = request;
  if (caller.token.kind === 'integration') return refuse('session_token_required');
  if (firm.role !== 'admin') return refuse('role_too_low');
  if (asked === null) return null;
  const [row] = await listFirms(services.pool, [firm.id]);
  const before = row?.sso ?? null;
  const provider = asked.provider ?? before?.provider;
  if (provider === undefined) return refuseInvalid([{ code: 'required', field: 'sso.provider' }]);
  const settings: SignOnSettings = {
    provider,
    required: asked.required ?? before?.required ?? false,
    claim: asked.claim === undefined ? (before?.claim ?? null) : asked.claim,
    roles: asked.roles ?? before?.roles ?? {},
    create_members: asked.create_members ?? before?.create_members ?? false,
  };
  return findProviderRefusal(request, settings, before) ?? settings;
}

function findProviderRefusal(
  { services, caller, firm }: Request,
  settings: SignOnSettings,
  before: SignOnSettings | null,
): Refusal | null {
  const { provider: key, required, roles, create_members } = settings;
  const known = [...services.signOn.providers.values()].map((provider) => provider.settings);
  const usable = known.filter((provider) => provider.firm === null || provider.firm === firm.publicToken);
  const provider = usable.find((one) => one.key === key);
  // A requirement can be lifted even if the operator has removed the provider.
  const isLifting = before?.provider === key && !required;
  if (provider === undefined && !isLifting) {
    const providers = usable.map((one) => one.key).join(', ') || '–';
    return refuse('sso_provider_unknown', { field: 'sso.provider', params: { providers } });
  }
  const isOpenToAll = provider !== undefined && provider.firm === null && provider.firmClaim === null;
  if (create_members && isOpenToAll && Object.hasOwn(roles, ANY_VALUE))
    return refuse('sso_too_open', { field: 'sso.roles' });
  const isNewlyRequired = required && !(before?.required === true && before.provider === key);
  if (isNewlyRequired && !caller.isPlatformAdmin && caller.token.signOn?.provider !== key)
    return refuse('sso_not_tried', { field: 'sso.required' });
  return null;
}
