/** Section I of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionI = `
I|Hébergement et restauration|Verschaffen van accommodatie en maaltijden|Accommodation and food service activities|Gastgewerbe/Beherbergung und Gastronomie
55|Hébergement|Verschaffen van accommodatie|Accommodation|Beherbergung
55.1|Hôtels et hébergement similaire|Hotels en dergelijke accommodatie|Hotels and similar accommodation|Hotels, Gasthöfe und Pensionen
55.2|Hébergement touristique et autre hébergement de courte durée|Vakantieverblijven en andere accommodatie voor kort verblijf|Holiday and other short-stay accommodation|Ferienunterkünfte und ähnliche Beherbergungsstätten
55.20
55.201|Auberges pour jeunes|Jeugdherbergen en jeugdverblijfcentra|Youth hostels|Jugendherbergen und -unterkünfte
55.202|Centres et villages de vacances|Vakantieparken|Holiday resorts and villages|Ferienzentren und Feriendörfer
55.203|Gîtes de vacances, appartements et meublés de vacances|Gites, vakantiewoningen en -appartementen|Homes and apartments for holiday|Ferienunterkünfte und -wohnungen
55.204|Chambres d’hôtes|Gastenkamers|Guest rooms|Fremdenzimmer
55.209|Hébergement touristique et autre hébergement de courte durée n.c.a.|Vakantieverblijven en andere accommodatie voor kort verblijf, n.e.g.|Holiday and other short-stay accommodation n.e.c.|Ferienunterkünfte für Kurzaufenthalte a.n.g.
55.3|Terrains de camping et parcs pour caravanes ou véhicules de loisirs|Kampeer- en caravanterreinen|Camping grounds and recreational vehicle parks|Campingplätze
55.4|Activités de service d’intermédiation pour l’hébergement|Bemiddelingsactiviteiten in verband met accommodatie|Intermediation service activities for accommodation|Vermittlungstätigkeiten für Beherbergungsdienstleistungen
55.9|Autres hébergements|Overige accommodatie|Other accommodation|Sonstige Beherbergungsstätten
56|Activités de service de restauration|Activiteiten van eet- en drinkgelegenheden|Food and beverage service activities|Gastronomie
56.1|Activités de restaurant et de service de restauration mobile|Activiteiten van restaurants en mobiele eetgelegenheden|Restaurants and mobile food service activities|Restaurants, Gaststätten, Imbissstuben, Cafés, Eissalons u. Ä.
56.11|Activités de restaurant|Activiteiten van restaurants|Restaurant activities|Restaurants, Gaststätten, Imbissstuben, Cafés, Eissalons u. Ä.
56.111|Restauration à service complet|Activiteiten van eetgelegenheden met volledige bediening|Activities of full-service restaurants|Restaurants mit Vollbedienung
56.112|Restauration à service restreint, à l’exclusion de restauration mobile|Activiteiten van eetgelegenheden met beperkte bediening, m.u.v. mobiele eetgelegenheden|Activities of limited-service restaurants, except mobile food service activities|Restaurants mit beschränkter Bedienung, mit Ausnahme von mobiler Gastronomie
56.12|Activités de service de restauration mobile|Activiteiten van mobiele eetgelegenheden|Mobile food service activities|Mobile Gastronomie
56.2|Activités de traiteur événementiel, de service contractuel de restauration et autres activités de service de restauration|Catering van evenementen, cateringdiensten op contractbasis en overige diensten in verband met maaltijden|Event catering, contract catering service activities and other food service activities|Caterer und Erbringung sonstiger Verpflegungsdienstleistungen
56.21|Activités de traiteur événementiel|Catering van evenementen|Event catering activities|Event-Caterer
56.22|Activités de service contractuel de restauration et autres activités de service de restauration|Cateringdiensten op contractbasis en overige diensten in verband met maaltijden|Contract catering service activities and other food service activities|Sonstige Caterer und Erbringung sonstiger Verpflegungsdienstleistungen
56.3|Activités de débit de boissons|Activiteiten van drinkgelegenheden|Beverage serving activities|Ausschank von Getränken
56.30
56.301|Cafés et bars|Cafés en bars|Cafés and bars|Schankwirtschaften
56.302|Discothèques, dancings et similaires|Discotheken, dancings en dergelijke|Nightclubs, dance halls and the like|Diskotheken, Tanzlokale u. Ä.
56.309|Autres débits de boissons|Andere drinkgelegenheden|Other beverage serving activities|Sonstige Getränkeausschänke
56.4|Activités de service d’intermédiation pour des activités de service de restauration|Bemiddelingsactiviteiten in verband met eet- en drinkgelegenheden|Intermediation service activities for food and beverage services activities|Vermittlungstätigkeiten für gastronomische Dienstleistungen
`;
