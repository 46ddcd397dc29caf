/** Tables whose rows do not belong to one company file, and those that are read across files. */
const SHARED_TABLES: ReadonlySet<string> = new Set([
  ...['companies', 'company_registrations'],
  ...['firms', 'licences', 'members', 'webhooks'],
  ...['sign_on_links', 'tokens', 'users'],
  // Of the schema `ops`.
  ...['halted_streams', 'outbox'],
]);

/** Whether each row of a table belongs to one company file, named by `company_id`: the table can be divided by company. */
export const isCompanyTable = (name: string): boolean => !SHARED_TABLES.has(name);
