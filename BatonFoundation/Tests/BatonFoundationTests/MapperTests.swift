import BatonFoundation
import BatonTesting
import Foundation
import Testing

/// The types of Foundation in `Mappable` types.
@Suite struct MapperTests {
    struct Guest: Mappable {
        var registered: Date
        var seen: Date?
        var born: Date
        var page: URL
        var balance: Decimal
        var picture: Data
        var ids: [UUID]

        init(mapper: Mapper) throws {
            registered = try mapper("registered")
            seen = try mapper("seen")
            born = try mapper.date("born", .format("dd.MM.yyyy"))
            page = try mapper("page")
            balance = try mapper("money.balance")
            picture = try mapper("picture")
            ids = try mapper("$.ids[*]")
        }
    }

    static let json: JSONValue = [
        "registered": "1700000000", "born": "02.01.1970", "page": "/ada", "money": ["balance": "12.10"],
        "picture": "AQI=", "ids": ["e621e1f8-c36c-495a-93fc-0c247a3e6e5f"],
    ]

    @Test func `values are read as the API writes them, and URLs are those of the response`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/me", with: .fixed(.json(Self.json)))
        let client = try APIClient(APIEnvironment(baseURL: "https://api.example/v1/.."), dispatcher: stub)
        stub.respond(to: .get, "/v1/../me", with: .fixed(.json(Self.json)))
        let guest = try await client.send(Call<Guest>(.get("/me"), of: API(dates: .unix)))
        #expect(guest.registered == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(guest.seen == nil)
        #expect(guest.born == Date(timeIntervalSince1970: 86_400))
        #expect(guest.page == URL(string: "https://api.example/ada"))
        #expect(guest.balance == Decimal(string: "12.10"))
        #expect(guest.picture == Data([1, 2]))
        #expect(guest.ids == [UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!])
    }

    @Test func `a missing date is told as one`() {
        let failure = #expect(throws: Failure.self) {
            let _: Date = try Mapper(["a": 1])("registered")
        }
        #expect(failure?.description == "mapping.missing: `$.registered` is missing, and should be `Date`")
    }

    @Test func `the wanted type decides between a date and a timestamp`() throws {
        let mapper = Mapper(["at": 5])
        let moment: Timestamp = try mapper.date("at", .unix)
        let date: Date = try mapper.date("at", .unix)
        let none: Date? = try mapper.optionalDate("no", .unix)
        #expect(moment.seconds == 5 && date == Date(moment) && none == nil)
    }

    @Test func `a date that has no timestamp has none`() {
        #expect(Timestamp(Date.distantFuture) != nil)
        #expect(Timestamp(Date(timeIntervalSince1970: .infinity)) == nil)
        #expect(Timestamp(Date(timeIntervalSince1970: -1e14)) == nil)
        #expect(Timestamp(Date(timeIntervalSince1970: 0.1))?.nanoseconds == 100_000_000)
    }
}
