/// The words that made-up values consist of. Verbs take `s` and `ing` without any other change.
enum FakeWords {
    static let firstNames = words(
        """
        Ada Amara Anton Bela Carla Dario Edda Emil Farid Fiona Goran Hana Ines Ivan Jonas Kaito Lea Luca Mara Milan Nadia \
        Nils Olga Pablo Ravi Rosa Samir Selma Tariq Uma Vera Yuki
        """)
    static let lastNames = words(
        """
        Abara Almeida Berg Castell Dahl Dubois Eriksen Farkas Fontana Garrido Haddad Hofer Ito Jansen Kaur Keller Kowalska \
        Lindqvist Marino Moreau Nakata Novak Okafor Pereira Quist Rossi Sandberg Tanaka Varga Weber Yilmaz Zeman
        """)
    static let exampleDomains = ["example.com", "example.net", "example.org"]
    static let syllables = words("ba ce di fo gu ha ke li mo nu pa ri se to vu ya")
    static let jobLevels = words("Chief Deputy Junior Lead Regional Senior")
    static let jobAreas = words("Accounts Data Design Logistics Marketing Payments Quality Research Security Support")
    static let jobRoles = words(
        "Advisor Analyst Architect Coordinator Developer Engineer Manager Planner Tester Writer")

    static let streets = words(
        "Bridge Castle Chapel Garden Harbour Linden Maple Market Meadow Mill Orchard River School Station Valley Windmill"
    )
    static let streetEndings = words("Avenue Lane Road Row Street Way")
    static let cities = words(
        """
        Aarhus Bergen Bologna Bristol Cork Gdansk Geneva Ghent Girona Graz Kobe Leeds Lyon Malaga Nairobi Osaka Porto Quito \
        Riga Seville Tampere Toronto Trieste Utrecht
        """)
    static let countries: [(code: String, name: String)] = [
        ("AR", "Argentina"), ("AT", "Austria"), ("AU", "Australia"), ("BR", "Brazil"), ("CA", "Canada"),
        ("CL", "Chile"),
        ("DE", "Germany"), ("DK", "Denmark"), ("EG", "Egypt"), ("ES", "Spain"), ("FI", "Finland"), ("FR", "France"),
        ("GH", "Ghana"), ("IN", "India"), ("IT", "Italy"), ("JP", "Japan"), ("KE", "Kenya"), ("MX", "Mexico"),
        ("NL", "Netherlands"), ("NO", "Norway"), ("PL", "Poland"), ("PT", "Portugal"), ("SE", "Sweden"),
        ("VN", "Vietnam"),
    ]
    static let languages = words("da de el en es fi fr hi hu it ja ko nl no pl pt ro sv tr uk vi zh")

    static let systems = ["Linux; x86_64", "Linux; aarch64", "FreeBSD; amd64", "Android 15"]
    static let folders = words("/etc /home/user /opt /srv /tmp /usr/local /var/data /var/log")
    static let files: [(ending: String, type: String)] = [
        ("csv", "text/csv"), ("gif", "image/gif"), ("html", "text/html"), ("jpg", "image/jpeg"),
        ("json", "application/json"), ("mp3", "audio/mpeg"), ("mp4", "video/mp4"), ("pdf", "application/pdf"),
        ("png", "image/png"), ("txt", "text/plain"), ("xml", "application/xml"), ("zip", "application/zip"),
    ]

    static let trades = words("Analytics Catering Foods Instruments Labs Logistics Media Motors Textiles Works")
    static let companyEndings = words("AG Group Inc LLC Ltd")
    static let departments = words(
        "Baby Books Clothing Electronics Games Garden Grocery Health Home Music Shoes Sports Tools Toys")
    static let materials = words("Bamboo Brass Clay Copper Cotton Glass Granite Linen Oak Rubber Steel Wool")
    static let products = words(
        "Basket Bench Bowl Chair Clock Cup Hat Kettle Lamp Mirror Pencil Shelf Table Tray Vase Watch")
    static let currencies: [(code: String, name: String, symbol: String)] = [
        ("BRL", "Brazilian real", "R$"), ("CAD", "Canadian dollar", "$"), ("CHF", "Swiss franc", "CHF"),
        ("CZK", "Czech koruna", "Kč"), ("EUR", "Euro", "€"), ("GBP", "Pound sterling", "£"),
        ("INR", "Indian rupee", "₹"),
        ("JPY", "Japanese yen", "¥"), ("KRW", "South Korean won", "₩"), ("PLN", "Polish zloty", "zł"),
        ("SEK", "Swedish krona", "kr"), ("USD", "US dollar", "$"),
    ]
    static let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { String($0) }

    static let nouns = words(
        """
        anchor apple bottle bridge button candle carpet circle cloud comet corner forest garden hammer harbour island ladder \
        lantern letter mountain needle orchard paper pebble pepper pillow pocket river sailor signal tunnel window
        """)
    static let verbs = words(
        "answer borrow collect count cover draw follow gather help join lift melt open order paint plant pull push turn want"
    )
    static let adjectives = words(
        """
        bright brisk calm clear cold curious early famous gentle golden green happy heavy hollow honest late light little \
        modern narrow open plain quick quiet rapid round silent simple small steady warm young
        """)
    static let colors = words(
        "amber black blue brown coral crimson green indigo ivory lime olive orange pink red silver teal violet white")

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map { String($0) } }
}
