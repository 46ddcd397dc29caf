/** Alone in its file, so that pages which need it do not load the country packs. */
export const MAX_DOCUMENT_LINES = 300;
