/** Section V of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionV = `
V|Activités des organisations et organismes extraterritoriaux|Activiteiten van extraterritoriale organisaties en instanties|Activities of extraterritorial organisations and bodies|Exterritoriale Organisationen und Körperschaften
99
99.0
`;
