import { createHmac } from 'node:crypto';
import pg from 'pg';

/**
 * The database role of the service. It can only append to and read the log, so that neither a bug nor an injected
 * statement can change or delete an event. The schema is owned by another role, which only creates it.
 */
export const SERVICE_ROLE = 'grandlivre_service';

/** Derived from the owner's password, so that there is no second secret to store. */
export const deriveServicePassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(SERVICE_ROLE).digest('base64url');

/** Builds the URL of the same server and database for another role. */
export function withRole(url: string, role: string, password: string): string {
  const changed = new URL(url);
  [changed.username, changed.password] = [role, encodeURIComponent(password)];
  return changed.href;
}

export const extractRole = (url: string): string => decodeURIComponent(new URL(url).username);

/** @param password of a role to create if missing; null for a role created by the operator */
export async function grantToService(owner: pg.Pool, role: string, password: string | null): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const literal = pg.escapeLiteral(role);
  const login = password === null ? null : `LOGIN PASSWORD ${pg.escapeLiteral(password)}`;
  await owner.query(`
    DO $do$
    DECLARE
      found record;
    BEGIN
      -- Processes that start at once would grant at once, which PostgreSQL refuses.
      PERFORM pg_advisory_xact_lock(${GRANT_LOCK});
      ${login === null ? '' : `IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${literal}) THEN CREATE ROLE ${name} ${login}; ELSE ALTER ROLE ${name} ${login}; END IF;`}
      EXECUTE format('GRANT CONNECT, CREATE, TEMPORARY ON DATABASE %I TO ${name}', current_database());
      GRANT USAGE ON SCHEMA log, ops, vault, public TO ${name};
      GRANT SELECT ON public.grandlivre_migrations TO ${name};
      REVOKE ALL ON ALL TABLES IN SCHEMA log FROM ${name};
      GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA log TO ${name};
      GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA vault TO ${name};
      GRANT ALL ON ALL TABLES IN SCHEMA ops TO ${name};
      GRANT ALL ON ALL SEQUENCES IN SCHEMA ops TO ${name};
      GRANT ALL ON ALL FUNCTIONS IN SCHEMA ops TO ${name};
      -- What an earlier version has made under the role of the owner.
      FOR found IN SELECT nspname FROM pg_namespace WHERE nspname LIKE 'read%' AND pg_get_userbyid(nspowner) <> ${literal} LOOP
        EXECUTE format('ALTER SCHEMA %I OWNER TO ${name}', found.nspname);
      END LOOP;
      FOR found IN SELECT c.oid::regclass AS place FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname LIKE 'read%' AND c.relkind IN ('r', 'p', 'v') AND pg_get_userbyid(c.relowner) <> ${literal} LOOP
        EXECUTE format('ALTER TABLE %s OWNER TO ${name}', found.place);
      END LOOP;
      FOR found IN SELECT p.oid::regprocedure AS place FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname LIKE 'read%' AND pg_get_userbyid(p.proowner) <> ${literal} LOOP
        EXECUTE format('ALTER FUNCTION %s OWNER TO ${name}', found.place);
      END LOOP;
    END $do$`);
}

/** An arbitrary number that no other lock of the service uses. */
const GRANT_LOCK = 7_201_007;

/** Whether the role of this connection can modify the log. */
export async function canChangeLog(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `SELECT has_table_privilege('log.events', 'UPDATE, DELETE, TRUNCATE') AS may`,
  );
  return rows[0]!.may;
}

/** Whether the role of this connection may use every table of `ops` and `vault`; a migration adds tables before they are granted. */
export async function canUseSchema(connection: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await connection.query<{ may: boolean | null }>(
    `SELECT bool_and(has_table_privilege(c.oid, 'SELECT, INSERT')) AS may
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname IN ('ops', 'vault') AND c.relkind = 'r'`,
  );
  return rows[0]?.may === true;
}
