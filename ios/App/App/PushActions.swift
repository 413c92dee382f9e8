import Capacitor
import UIKit
import UserNotifications

/// The buttons of notifications. They work while the app is closed: iOS then starts it in the background, without its
/// pages, and each button calls the server with the token that came with the push.
class PushActions: NSObject, UNUserNotificationCenterDelegate {
    static let shared = PushActions()

    /// Capacitor's own hearing of notifications, once the app's pages are there.
    weak var router: NotificationRouter? {
        didSet {
            if let response = waiting { router?.pushNotificationHandler?.didReceive(response: response) }
            waiting = nil
        }
    }
    /// The tap that started the app.
    private var waiting: UNNotificationResponse?
    private let tryInApp = "Tap to try again in the app."

    /// Names and titles are those of contract/src/notifications/push-message.ts.
    func start() {
        let markRead = UNNotificationAction(identifier: "mark_read", title: "Mark read", options: [])
        let answers: [UNNotificationAction] = [
            UNNotificationAction(identifier: "join", title: "Join", options: [.authenticationRequired]),
            UNNotificationAction(identifier: "claim", title: "Claim spot", options: [.authenticationRequired]),
            UNNotificationAction(identifier: "on_my_way", title: "On my way", options: [.authenticationRequired]),
            UNTextInputNotificationAction(identifier: "reply", title: "Reply", options: [.authenticationRequired],
                                          textInputButtonTitle: "Send", textInputPlaceholder: "Reply")
        ]
        // A push names its first action as its category.
        let categories = answers.map { category(of: [$0, markRead]) } + [category(of: [markRead])]
        let center = UNUserNotificationCenter.current()
        center.setNotificationCategories(Set(categories))
        center.delegate = self
    }

    private func category(of actions: [UNNotificationAction]) -> UNNotificationCategory {
        UNNotificationCategory(identifier: actions[0].identifier, actions: actions, intentIdentifiers: [], options: [])
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent notification: UNNotification,
                                withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void) {
        // While the app is open it shows the news itself, but not how a button's call ended.
        guard notification.request.trigger is UNPushNotificationTrigger else { return completionHandler([.banner, .list]) }
        completionHandler(router?.pushNotificationHandler?.willPresent(notification: notification) ?? [])
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
                                withCompletionHandler completionHandler: @escaping () -> Void) {
        let request = response.notification.request
        let actions = request.content.userInfo["actions"] as? [[String: String]] ?? []
        guard let action = actions.first(where: { $0["name"] == response.actionIdentifier }) else {
            if let handler = router?.pushNotificationHandler { handler.didReceive(response: response) } else { waiting = response }
            return completionHandler()
        }
        let reply = (response as? UNTextInputNotificationResponse)?.userText ?? ""
        // iOS waits for the completion handler, and this keeps it from suspending the app meanwhile.
        let time = UIApplication.shared.beginBackgroundTask()
        take(action, reply: reply) { title, body, unreadCount in
            if let title = title { self.tell(title, body ?? request.content.title, inPlaceOf: request) }
            if let unreadCount = unreadCount { UIApplication.shared.applicationIconBadgeNumber = unreadCount }
            completionHandler()
            UIApplication.shared.endBackgroundTask(time)
        }
    }

    /// Ends with what the member is told, a title and a body, either of which may be missing, and the number for the icon.
    private func take(_ action: [String: String], reply: String, done: @escaping (String?, String?, Int?) -> Void) {
        let server = Bundle.main.object(forInfoDictionaryKey: "AppServer") as? String ?? ""
        let path = action["path"] ?? ""
        guard path.hasPrefix("/api/"), let url = URL(string: server + path) else { return done(action["failed"], tryInApp, nil) }
        var request = URLRequest(url: url, timeoutInterval: 20)
        request.httpMethod = "POST"
        request.setValue("Action " + (action["token"] ?? ""), forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        let body: [String: String] = reply.isEmpty ? [:] : ["content": reply]
        request.httpBody = try? JSONSerialization.data(withJSONObject: body)
        URLSession.shared.dataTask(with: request) { data, answer, _ in
            let status = (answer as? HTTPURLResponse)?.statusCode ?? 0
            // A Wi-Fi that wants a sign-in answers with a page.
            let said = data.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any]
            DispatchQueue.main.async {
                if let said = said, (200..<300).contains(status) { return done(action["done"], nil, said["unread_count"] as? Int) }
                // An old notification's token has expired. In the app it still works.
                let reason = status == 401 ? nil : said?["error"] as? String
                let words = reply.isEmpty ? "" : "“\(reply)”\n"
                done(action["failed"], words + (reason ?? self.tryInApp), nil)
            }
        }.resume()
    }

    /// A tap on it opens the place, too.
    private func tell(_ title: String, _ body: String, inPlaceOf request: UNNotificationRequest) {
        let content = UNMutableNotificationContent()
        content.title = title
        content.body = body
        content.userInfo = request.content.userInfo.filter { $0.key as? String != "actions" }
        UNUserNotificationCenter.current().add(UNNotificationRequest(identifier: request.identifier, content: content, trigger: nil))
    }
}
