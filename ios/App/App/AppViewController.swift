import Capacitor

class AppViewController: CAPBridgeViewController {
    override func capacitorDidLoad() {
        // A swipe from the edge goes back, as in every iOS app.
        webView?.allowsBackForwardNavigationGestures = true
        PushActions.shared.router = bridge?.notificationRouter
    }
}
