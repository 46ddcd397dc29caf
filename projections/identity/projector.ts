import { derivePasswordId } from '../../domain/identity/password-id.ts';
import { ERASED_ADDRESS } from '../../domain/identity/state.ts';
import type { UserEvent } from '../../domain/identity/user-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getRecordedAt, getStreamId } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { signOnLinks, tokens, users } from './tables.ts';

const SETTLED = { doubted_link_id: null, doubted_since: null };
const PROVEN = { is_address_proven: true };
const NO_REQUEST = { pending_email: null, pending_email_until: null, pending_email_request: null };

export function projectUser(event: UserEvent, stored: RecordedEvent, batch: Batch): void {
  const at = getRecordedAt(stored);
  const userId = getStreamId(stored);
  switch (event.type) {
    case 'UserRegistered': {
      const {
        email_verified = true,
        opened_by_firm_id = null,
        external_id = null,
        password_id,
        password_hash: _log,
        ...details
      } = event.data;
      batch.put(users, {
        ...details,
        email_verified,
        password_id: derivePasswordId(null, password_id),
        opened_by_firm_id,
        external_id,
        is_claimed: opened_by_firm_id === null,
        is_address_proven: opened_by_firm_id === null && email_verified,
        ...SETTLED,
        has_second_factor: false,
        joined_into_id: null,
        erased_at: null,
        ...NO_REQUEST,
        created_at: at,
        updated_at: at,
      });
      return;
    }
    case 'TokenIssued': {
      const { sign_on, ...issued } = event.data;
      batch.put(tokens, {
        ...issued,
        abilities: issued.abilities,
        user_id: userId,
        revoked_at: null,
        sign_on_provider: sign_on?.provider ?? null,
        sign_on_firm_id: sign_on?.firm_id ?? null,
        created_at: at,
      });
      return;
    }
    case 'TokenRevoked': {
      const token = batch.get(tokens, event.data.id);
      if (!token) throw new Error(`Token ${event.data.id} does not exist`);
      batch.put(tokens, { ...token, revoked_at: at });
      batch.invalidateAccess(`user:${userId}`);
      return;
    }
    default: {
      if (event.type === 'SignOnLinked' || event.type === 'SignOnUnlinked') {
        const { issuer, subject } = event.data;
        const is_linked = event.type === 'SignOnLinked';
        batch.put(signOnLinks, { issuer, subject, user_id: userId, is_linked, created_at: at });
      }
      const user = batch.get(users, userId);
      if (!user) throw new Error(`User ${userId} does not exist`);
      batch.put(users, { ...user, ...getAccountChanges(event, user, at), updated_at: at });
      batch.invalidateAccess(`user:${userId}`);
    }
  }
}

type AccountEvent = Exclude<UserEvent, { type: 'UserRegistered' | 'TokenIssued' | 'TokenRevoked' }>;

function getAccountChanges(event: AccountEvent, before: RowOf<typeof users>, at: string): Partial<RowOf<typeof users>> {
  switch (event.type) {
    case 'ProfileChanged':
    case 'UserMirrored':
      return event.data;
    case 'PasswordChanged':
      return {
        password_id: derivePasswordId(before.password_id, event.data.password_id),
        // Through a mailed link.
        ...(event.data.link_id !== undefined && { ...SETTLED, ...PROVEN }),
      };
    case 'SecondFactorEnabled':
    case 'SecondFactorDisabled':
      return { has_second_factor: event.type === 'SecondFactorEnabled' };
    case 'EmailChangeRequested':
      return {
        pending_email: event.data.email,
        pending_email_until: event.data.expires_at,
        pending_email_request: event.data.request_id,
      };
    case 'EmailConfirmed':
      return { email: event.data.email, email_verified: true, ...PROVEN, ...NO_REQUEST };
    case 'EmailChangeCancelled':
      return NO_REQUEST;
    case 'AccountClaimed': {
      const { link_id, means, proven_to_firm_id } = event.data;
      const isDoubted = proven_to_firm_id !== undefined && proven_to_firm_id !== before.opened_by_firm_id;
      return {
        is_claimed: true,
        ...NO_REQUEST,
        ...(means === 'mailed' && PROVEN),
        ...(isDoubted ? { doubted_link_id: link_id, doubted_since: at } : SETTLED),
      };
    }
    case 'InvitationAccepted': {
      const { firm_id } = event.data;
      return firm_id !== undefined && firm_id === before.opened_by_firm_id ? SETTLED : {};
    }
    case 'SignOnLinked':
      return event.data.is_claim === true ? { is_claimed: true, ...PROVEN, ...NO_REQUEST, ...SETTLED } : {};
    case 'SignOnUnlinked':
      return {};
    case 'AccountJoined':
      return { joined_into_id: event.data.into_user_id };
    case 'AccountErased':
      return {
        name: event.data.pseudonym,
        email: ERASED_ADDRESS,
        email_verified: false,
        locale: null,
        is_platform_admin: false,
        erased_at: at,
        ...NO_REQUEST,
        ...SETTLED,
      };
    case 'PlatformAdminAppointed':
      return { is_platform_admin: true };
  }
}
