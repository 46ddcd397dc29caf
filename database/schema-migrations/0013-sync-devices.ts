/** Devices with a copy of a company file and how far each has synchronised. Updated with every request. */
export const syncDevices = {
  name: '0013-sync-devices',
  sql: `
    CREATE TABLE ops.sync_devices (
      company_id bigint NOT NULL,
      user_id    bigint NOT NULL,
      device_id  text NOT NULL,
      name       text,
      cursor     bigint NOT NULL DEFAULT 0,
      epoch      text NOT NULL DEFAULT '',
      pulled_at  timestamptz,
      pushed_at  timestamptz,
      seen_at    timestamptz NOT NULL,
      PRIMARY KEY (company_id, user_id, device_id)
    );
  `,
};
