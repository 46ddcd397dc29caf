import { sql } from 'kysely';

/** The active SEPA file that contains a line (`l`). */
export const IN_SEPA_FILE = sql<number | null>`(select s.sepa_file_id from read.sepa_lines s
  join read.sepa_files f on f.company_id = s.company_id and f.id = s.sepa_file_id and f.status in ('created', 'downloaded') and f.deleted_at is null where s.company_id = l.company_id and s.line_id = l.id limit 1)`;
