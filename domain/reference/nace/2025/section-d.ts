/** Section D of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionD = `
D|Production et distribution d’électricité, de gaz, de vapeur et d’air conditionné|Productie en distributie van elektriciteit, gas, stoom en gekoelde lucht|Electricity, gas, steam and air conditioning supply|Energieversorgung
35
35.1|Production, transport et distribution d’électricité|Opwekking, transmissie en distributie van elektriciteit|Electric power generation, transmission and distribution|Elektrizitätsversorgung
35.11|Production d’électricité à partir de sources non renouvelables|Productie van elektriciteit uit niet-hernieuwbare bronnen|Production of electricity from non-renewable sources|Elektrizitätserzeugung aus nicht erneuerbaren Energieträgern
35.12|Production d’électricité à partir de sources renouvelables|Productie van elektriciteit uit hernieuwbare bronnen|Production of electricity from renewable sources|Elektrizitätserzeugung aus erneuerbaren Energieträgern
35.13|Transport d’électricité|Transmissie van elektriciteit|Transmission of electricity|Elektrizitätsübertragung
35.14|Distribution d’électricité|Distributie van elektriciteit|Distribution of electricity|Elektrizitätsverteilung
35.15|Commerce d’électricité|Handel in elektriciteit|Trade of electricity|Elektrizitätshandel
35.16|Stockage de l’électricité|Opslag van elektriciteit|Storage of electricity|Speichern von elektrischer Energie
35.2|Production de gaz et distribution de combustibles gazeux par conduites|Productie van gas, en distributie van gasvormige brandstoffen via leidingen|Manufacture of gas, and distribution of gaseous fuels through mains|Gasversorgung
35.21|Production de gaz|Productie van gas|Manufacture of gas|Gaserzeugung
35.22|Distribution de combustibles gazeux par conduites|Distributie van gasvormige brandstoffen via leidingen|Distribution of gaseous fuels through mains|Gasverteilung durch Rohrleitungen
35.23|Commerce de combustibles gazeux par conduites|Handel in gas via leidingen|Trade of gas through mains|Gashandel durch Rohrleitungen
35.24|Stockage de gaz dans le cadre de services d’approvisionnement en réseau|Opslag van gas als onderdeel van netwerkleveringsdiensten|Storage of gas as part of network supply services|Speichern von Gas zu Versorgungszwecken
35.3|Production et distribution de vapeur et d’air conditionné|Productie en distributie van stoom en gekoelde lucht|Steam and air conditioning supply|Wärme- und Kälteversorgung
35.4|Activités des courtiers et agents pour l’électricité et le gaz naturel|Activiteiten van makelaars en agenten voor elektriciteit en aardgas|Activities of brokers and agents for electric power and natural gas|Tätigkeiten von Strom- und Erdgasmaklerinnen und -maklern
`;
