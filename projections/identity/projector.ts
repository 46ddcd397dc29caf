import type { UserEvent } from '../../domain/identity/user.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { tokens, users } from './tables.ts';

export function projectUser(event: UserEvent, stored: RecordedEvent, batch: Batch): void {
  const at = stored.metadata['recorded_at'] as string;
  const userId = Number(stored.stream.slice('user-'.length));
  switch (event.type) {
    case 'UserRegistered':
      batch.put(users, { ...event.data, created_at: at, updated_at: at });
      return;
    case 'TokenIssued':
      batch.put(tokens, { ...event.data, user_id: userId, revoked_at: null, created_at: at });
      return;
    case 'TokenRevoked': {
      const token = batch.get(tokens, event.data.id);
      if (!token) throw new Error(`Token ${event.data.id} does not exist`);
      batch.put(tokens, { ...token, revoked_at: at });
      batch.invalidateAccess(`user:${userId}`);
      return;
    }
  }
}
