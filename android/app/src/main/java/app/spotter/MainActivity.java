package app.spotter;

import android.os.Bundle;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    /** While the app is open it shows the news itself. */
    static volatile boolean isInFront = false;

    @Override
    public void onCreate(Bundle savedInstanceState) {
        registerPlugin(PushOwner.class);
        super.onCreate(savedInstanceState);
    }

    @Override
    public void onResume() {
        super.onResume();
        isInFront = true;
    }

    @Override
    public void onPause() {
        super.onPause();
        isInFront = false;
    }
}
