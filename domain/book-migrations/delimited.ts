/** Records of delimited files. The FEC has no quotes; files with commas or semicolons do. */

const DELIMITERS = ['\t', '|', ';', ','] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The most frequent delimiter in the header. Tabs and pipes take precedence. */
export function detectDelimiter(header: string): Delimiter {
  let best: Delimiter = '\t';
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const count = header.split(delimiter).length - 1;
    if (count > most) [best, most] = [delimiter, count];
  }
  return best;
}

const allowsQuotes = (delimiter: Delimiter): boolean => delimiter === ';' || delimiter === ',';

/** Is a quote still open at the end, so that the record continues on the next line? */
export function isUnfinished(record: string, delimiter: Delimiter): boolean {
  if (!allowsQuotes(delimiter) || !record.includes('"')) return false;
  return (record.split('"').length - 1) % 2 === 1;
}

export function splitRecord(record: string, delimiter: Delimiter): string[] {
  const fields =
    allowsQuotes(delimiter) && record.includes('"') ? splitQuotedFields(record, delimiter) : record.split(delimiter);
  return fields.map((field) => field.trim());
}

function splitQuotedFields(record: string, delimiter: Delimiter): string[] {
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let index = 0; index < record.length; index += 1) {
    const sign = record[index]!;
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (record[index + 1] === '"') [field, index] = [`${field}"`, index + 1];
      else isQuoted = false;
    } else if (sign === '"' && field.trim() === '') [field, isQuoted] = ['', true];
    else if (sign === delimiter) {
      fields.push(field);
      field = '';
    } else field += sign;
  }
  return [...fields, field];
}
