package app.spotter;

import android.os.Bundle;
import androidx.annotation.NonNull;
import com.capacitorjs.plugins.pushnotifications.MessagingService;
import com.google.firebase.messaging.RemoteMessage;
import java.util.Map;

/** Shows pushes, also while the app is closed. The plugin's own service still hears of new tokens. */
public class PushService extends MessagingService {

    @Override
    public void onMessageReceived(@NonNull RemoteMessage message) {
        if (MainActivity.isInFront || !PushOwner.isFor(this, message.getData().get("to"))) return;
        Bundle push = new Bundle();
        for (Map.Entry<String, String> entry : message.getData().entrySet()) push.putString(entry.getKey(), entry.getValue());
        PushNotification.show(this, push);
    }
}
