/**
 * Attempts of a delivery `d`, as SQL. The last finished attempt is in the row itself, and the log has the earlier ones:
 * most deliveries succeed at the first attempt and need no log. Older rows have all attempts in the log.
 */
const LAST = `jsonb_build_object('number', d.attempts, 'outcome', CASE d.status WHEN 'delivered' THEN 'delivered' ELSE 'failed' END,
  'at', d.attempted_at, 'response_status', d.response_status, 'response_excerpt', d.response_excerpt, 'duration_ms', d.duration_ms)`;

export const ENDED_ATTEMPTS = `CASE WHEN d.attempted_at IS NULL THEN d.attempt_log ELSE d.attempt_log || ${LAST} END`;

/** For an update that overwrites the last attempt. */
export const LAST_INTO_LOG = `attempted_at = NULL, attempt_log = ${ENDED_ATTEMPTS}`;
