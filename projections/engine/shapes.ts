import type pg from 'pg';
import { VERSION } from '../../support/version.ts';
import { LIVE, schemaDigest, type Standing } from './schema.ts';
import { LIVE_POSITIONS } from './shards.ts';

/** `position` is passed by all shards. */
export interface LiveStanding extends Standing {
  readonly positions: readonly number[];
}

/** How the live tables relate to this version of the service. */
export type LiveShape =
  | { readonly kind: 'none' }
  | { readonly kind: 'own' | 'usable' | 'older'; readonly standing: LiveStanding }
  /** `version` is null if it is not recorded. */
  | { readonly kind: 'newer'; readonly standing: LiveStanding; readonly version: string | null };

type Connection = Pick<pg.Pool, 'query'>;

/**
 * `usable`: made by an earlier version and bridged to this one, so that they can be read and written until new ones are
 * built;
 * `older`: not bridged; `newer`: made by or bridged to a later version, and replaced only on explicit request.
 */
export async function readLiveShape(connection: Connection): Promise<LiveShape> {
  const { rows: there } = await connection.query<{ there: boolean }>(
    `SELECT to_regclass('${LIVE}.checkpoint') IS NOT NULL AS there`,
  );
  if (!there[0]?.there) return { kind: 'none' };
  // The bridge column exists only after a bridge was made.
  const { rows } = await connection.query<FoundShape>(
    `SELECT positions, generation, digest, bridged_to,
       (SELECT version FROM ops.shapes s WHERE s.digest IN (t.digest, t.bridged_to) ORDER BY number DESC LIMIT 1) AS version,
       coalesce((SELECT max(number) FROM ops.shapes s WHERE s.digest IN (t.digest, t.bridged_to))
       > (SELECT number FROM ops.shapes s WHERE s.digest = $1), false) AS is_newer
     FROM (SELECT ${LIVE_POSITIONS} AS positions, generation, digest, to_jsonb(c)->>'bridged_to' AS bridged_to FROM ${LIVE}.checkpoint c) AS t`,
    [schemaDigest],
  );
  const row = rows[0];
  if (!row) return { kind: 'none' };
  const { positions, generation } = row;
  const standing = { position: Math.min(...positions), positions, generation };
  if (row.is_newer) return { kind: 'newer', standing, version: row.version };
  if (row.digest === schemaDigest) return { kind: 'own', standing };
  return { kind: row.bridged_to === schemaDigest ? 'usable' : 'older', standing };
}

interface FoundShape extends Omit<LiveStanding, 'position'> {
  readonly digest: string;
  readonly bridged_to: string | null;
  readonly version: string | null;
  readonly is_newer: boolean;
}

/** Position of the readable tables, regardless of the version that made them; null if there are none. */
export async function findReadableStanding(connection: Connection): Promise<LiveStanding | null> {
  const shape = await readLiveShape(connection);
  return shape.kind === 'own' || shape.kind === 'usable' ? shape.standing : null;
}

/** What the tables of a server show at least, for comparing servers; null if it has none that this version can read. */
export const readPositions = (connection: Connection): Promise<LiveStanding | null> => findReadableStanding(connection);

/** A version never seen before is newer than all known ones. */
export async function registerShape(connection: Connection): Promise<void> {
  await connection.query(
    `INSERT INTO ops.shapes (digest, number, version) SELECT $1, coalesce(max(number), 0) + 1, $2 FROM ops.shapes
     ON CONFLICT (digest) DO NOTHING`,
    [schemaDigest, VERSION],
  );
}

/** An explicit rebuild makes its version the newest, even when going back to an earlier one. */
export const NEWEST_SHAPE = `
  INSERT INTO ops.shapes (digest, number, version)
  SELECT '${schemaDigest}', coalesce(max(number), 0) + 1, '${VERSION}' FROM ops.shapes
  ON CONFLICT (digest) DO UPDATE SET number = excluded.number, version = excluded.version`;
