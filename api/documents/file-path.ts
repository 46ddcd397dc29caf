/** Path of the file of a document, for a signed link. */
export const getFilePath = (companyToken: string, id: number): string =>
  `/v1/companies/${companyToken}/documents/${id}/file`;
