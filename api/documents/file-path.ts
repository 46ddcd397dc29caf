/** Where the file of a document is, for a signed link. */
export const filePath = (companyToken: string, id: number): string =>
  `/v1/companies/${companyToken}/documents/${id}/file`;
