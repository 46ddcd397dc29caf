/** Records of delimited files. The French file of entries knows no quotes; files with commas and semicolons do. */

const DELIMITERS = ['\t', '|', ';', ','] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The sign that the header has most often; tabs and pipes first. */
export function delimiterOf(header: string): Delimiter {
  let best: Delimiter = '\t';
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const count = header.split(delimiter).length - 1;
    if (count > most) [best, most] = [delimiter, count];
  }
  return best;
}

const knowsQuotes = (delimiter: Delimiter): boolean => delimiter === ';' || delimiter === ',';

/** Whether a quote is open at its end, so that the record goes on in the next line. */
export function isUnfinished(record: string, delimiter: Delimiter): boolean {
  if (!knowsQuotes(delimiter) || !record.includes('"')) return false;
  return (record.split('"').length - 1) % 2 === 1;
}

export function fieldsOf(record: string, delimiter: Delimiter): string[] {
  const fields =
    knowsQuotes(delimiter) && record.includes('"') ? quotedFields(record, delimiter) : record.split(delimiter);
  return fields.map((field) => field.trim());
}

function quotedFields(record: string, delimiter: Delimiter): string[] {
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
